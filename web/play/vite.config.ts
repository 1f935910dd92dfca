// SPDX-License-Identifier: MIT
//
// The page is static files with relative links, so that it works from any folder of any server.

import { defineConfig } from 'vite';

export default defineConfig({
  base: './',
  build: { outDir: '../../build/web/play', emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 600 },
  worker: { format: 'es' },
  server: { port: 5180 },
  preview: { port: 5180 },
});
