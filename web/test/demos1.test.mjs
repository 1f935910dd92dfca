// SPDX-License-Identifier: MIT
//
// A third of the demos.

import { testDemos } from './every_demo.mjs';

testDemos(0, 3);
