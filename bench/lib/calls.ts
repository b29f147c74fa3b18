/** An answer, read whole. */
export interface Answered {
  status: number;
  body: Record<string, unknown>;
}

export interface Caller {
  address: string;
  bearer?: string;
  /** As a browser; without it the caller gets tokens instead of cookies. */
  cookie?: string;
  method?: 'POST' | 'PUT';
}

/** Sends JSON to a server, as a caller with an address of its own. */
export async function post(
  origin: string,
  path: string,
  body: object,
  { address, bearer, cookie, method = 'POST' }: Caller,
): Promise<Answered> {
  const response = await fetch(origin + path, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': address,
      ...(cookie === undefined ? { 'x-session-delivery': 'token' } : { cookie, 'x-requested-by': 'florin' }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

/** One address for each number, because the flood limit counts addresses. */
export const addressOfCaller = (index: number) => `10.${1 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}`;
