// SPDX-License-Identifier: MIT
//
// Demos of which the test measures how fast they are: nothing else runs meanwhile.

import { testMeasured } from './every_demo.mjs';

testMeasured();
