import { lookAtEach } from '../../testing/screens/look-at-each.ts';

lookAtEach('administrator');
