// SPDX-License-Identifier: MIT
//
// A third of the demos.

import { testPart } from './every_demo.mjs';

testPart(2, 3);
