// A digest with the cost of production takes a third of a second. Tests need the calls, not the cost:
// `users/rules` checks the cost that is passed.
import crypto from 'node:crypto';

const CHEAP_N = 16;
const CHEAP = Symbol.for('cheap scrypt');
type Scrypt = typeof crypto.scrypt & { [CHEAP]?: true };

// Test files of one worker share Node's modules, so an earlier file may have replaced it.
const { scrypt } = crypto as { scrypt: Scrypt };
if (!scrypt[CHEAP])
  crypto.scrypt = Object.assign(
    (...[password, salt, length, options, callback]: Parameters<typeof crypto.scrypt>) =>
      scrypt(password, salt, length, { ...options, N: CHEAP_N }, callback),
    { [CHEAP]: true },
  ) as Scrypt;
