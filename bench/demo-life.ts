// The first start with demo data: how long it takes with the two years of life, and without. Goal: under 20 seconds.
import { startProduct } from './lib/server.ts';
import { goal, printTable } from './lib/table.ts';

async function firstStart(life: 'on' | 'off'): Promise<number> {
  const product = await startProduct({ DEMO_LIFE: life });
  await product.stop();
  return product.startMilliseconds / 1000;
}

const without = await firstStart('off');
const withLife = await firstStart('on');
printTable([
  ['first start, empty data folder', 'seconds'],
  ['without the life of the demo businesses', without.toFixed(1)],
  ['with it', withLife.toFixed(1)],
]);
goal('first start with the life, seconds, under 20', withLife, withLife < 20);
