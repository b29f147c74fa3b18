import { startTestCluster } from '../server/src/db/embedded/test-cluster.ts';
import { databaseUrl, onCluster, templateName } from './database.ts';
import { startHost } from './server.ts';

/** Once a run: the cluster, and the database with the demo people, filled by the product's own first start. */
export default async function setup(): Promise<() => Promise<void>> {
  const cluster = await startTestCluster();
  await onCluster(`drop database if exists ${templateName} with (force)`);
  await onCluster(`create database ${templateName}`);
  const host = startHost();
  await (await host.startServer(databaseUrl(templateName))).stop();
  await host.stop();
  return cluster.stop;
}
