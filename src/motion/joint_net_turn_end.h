// SPDX-License-Identifier: MIT
//
// Takes the words of joint_net_turn2.h and joint_net_turn3.h away again.

#undef FOURS
#undef VELOCITY_FOURS
#undef FREEDOM
#undef MOVED
