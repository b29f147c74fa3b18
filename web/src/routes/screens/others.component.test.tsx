import { lookAtEach } from '../../testing/screens/look-at-each.ts';

lookAtEach('cardholder', 'operator', 'stranger');
