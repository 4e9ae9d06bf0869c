import type { ApiFailure } from '#web/lib/call-api.ts'

type Answer = { data: unknown; error?: undefined } | { data?: undefined; error: ApiFailure }

/** Sends a file as the body of a call, as it is. Returns the JSON of the answer, or why it failed. */
export async function sendFile(
  url: string,
  file: File,
  { token, type }: { token: string; type: string },
): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type }
  const answer = await fetch(url, { method: 'POST', headers, body: file }).catch(() => undefined)
  const data = await answer?.json().catch(() => null)
  return answer?.ok ? { data } : { error: { status: answer?.status ?? 0, data: data ?? null } }
}
