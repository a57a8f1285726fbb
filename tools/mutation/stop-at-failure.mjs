/** A property that fails is not searched for its smallest example: that it fails is all that counts here. */
import * as fc from 'fast-check';

fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
