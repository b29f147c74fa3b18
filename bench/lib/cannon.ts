import autocannon from 'autocannon';

interface Request {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
}

/**
 * Sends requests in turn over `connections` connections for `seconds`.
 * @returns answers a second; throws when one is not 2xx, so that no figure is made of refusals
 */
export async function requestRate(origin: string, requests: Request[], connections: number, seconds: number) {
  // Each connection begins at another place in the list, as people would.
  let begun = 0;
  const setupClient = (client: autocannon.Client) => {
    const start = Math.floor((begun++ * requests.length) / connections);
    client.setRequests([...requests.slice(start), ...requests.slice(0, start)]);
  };
  const result = await autocannon({ url: origin, connections, duration: seconds, requests, setupClient });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${origin}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result['2xx'] / result.duration;
}
