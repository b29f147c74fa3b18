/** An answer, read whole. */
export interface Answered {
  status: number;
  body: Record<string, unknown>;
}

/** Posts JSON to a server, as a caller with an address of its own that wants tokens instead of cookies. */
export async function post(
  origin: string,
  path: string,
  body: object,
  { address, bearer }: { address: string; bearer?: string },
): Promise<Answered> {
  const response = await fetch(origin + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-session-delivery': 'token',
      'x-forwarded-for': address,
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

/** One address for each number, so that the flood limit, which counts addresses, does not meet the bench. */
export const addressOfCaller = (index: number) => `10.1.${index >> 8}.${index & 255}`;
