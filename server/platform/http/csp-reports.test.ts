import '#app/testing/program.ts'
import { expect, test } from 'vitest'
import { testApp } from '#server/testing/app.ts'

const report = (blockedUrl: string) => ({
  'csp-report': {
    'document-uri': 'https://shop.test/reset-password/a-secret',
    'effective-directive': 'script-src-elem',
    'blocked-uri': blockedUrl,
  },
})

async function reporting(rateLimits = false) {
  const lines: string[] = []
  const { app } = await testApp({ rateLimits }, { logLevel: 'warn', logTo: { write: (line) => void lines.push(line) } })
  const send = (payload: string) =>
    app.inject({
      method: 'POST',
      url: '/api/policy-reports',
      headers: { 'content-type': 'application/csp-report' },
      payload,
    })
  return { send, lines }
}

test('a page names the URL for reports, and a report is logged without secrets', {
  tags: ['H2'],
}, async () => {
  const { send, lines } = await reporting()
  const reply = await send(JSON.stringify(report('https://evil.example/steal.js?card=1')))
  expect(reply.statusCode).toBe(204)
  expect(reply.headers['content-security-policy']).toContain('report-uri /api/policy-reports')
  const [line = '{}'] = lines
  expect(JSON.parse(line)).toMatchObject({
    page: '/reset-password',
    directive: 'script-src-elem',
    blocked: 'https://evil.example',
  })
  expect(line).not.toMatch(/a-secret|card=1/)
})

test.for([['{'], ['[]'], ['{"csp-report": 1}'], [`{"csp-report": {"blocked-uri": "${'x'.repeat(3_000)}"}}`]])(
  'the report %.30s is refused and not logged',
  async ([payload]) => {
    const { send, lines } = await reporting()
    expect((await send(payload ?? '')).statusCode).toBe(400)
    expect(lines).toEqual([])
  },
)

test('a flood of reports does not fill the log', async () => {
  const { send, lines } = await reporting(true)
  const replies = await Promise.all(Array.from({ length: 60 }, () => send(JSON.stringify(report('inline')))))
  expect(replies.filter(({ statusCode }) => statusCode === 204)).toHaveLength(30)
  expect(lines.filter((line) => line.includes('blocked something'))).toHaveLength(20)
})
