import { parentPort } from 'node:worker_threads';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';

/** Estimates how easily passwords are guessed, outside the server's own thread: some take tens of milliseconds. */
const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
});

/** Each password gets one score. The first message only reports that the dictionaries are loaded. */
const send = (score: number) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort!.postMessage(score);
};
parentPort!.on('message', (password: string) => send(estimator.check(password).score));
send(0);
