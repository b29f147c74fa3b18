import { afterEach, expect, test, vi } from 'vitest';
import { thisDevice } from './device.ts';

afterEach(() => vi.unstubAllGlobals());

const browser = (storage: object) => {
  vi.stubGlobal('navigator', { userAgent: 'Something/1.0 '.repeat(100) });
  vi.stubGlobal('localStorage', storage);
};
const kept = () => {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
};

test('a browser keeps its id, and another one has another', () => {
  browser(kept());
  const { deviceId, device } = thisDevice();
  expect(deviceId).toMatch(/^[0-9a-f]{32}$/);
  expect(device).toHaveLength(512);
  expect(thisDevice().deviceId).toBe(deviceId);
  browser(kept());
  expect(thisDevice().deviceId).not.toBe(deviceId);
});

test('a browser without storage causes no failure', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  browser({ getItem: refuse, setItem: refuse });
  expect(thisDevice().deviceId).toMatch(/^[0-9a-f]{32}$/);
});
