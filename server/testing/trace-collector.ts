import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import { startTracing } from '#server/platform/monitoring/start-tracing.ts'

const Attributes = z.array(z.strictObject({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
const Nanoseconds = z.string().regex(/^\d{19}$/)
const SpanId = z.string().regex(/^[0-9a-f]{16}$/)

const Span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: SpanId,
  parentSpanId: SpanId.optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: Nanoseconds,
  endTimeUnixNano: Nanoseconds,
  attributes: Attributes,
  status: z.object({ code: z.int().min(0).max(2), message: z.string().optional() }),
})

/** What OTLP 1.x sends over HTTP as JSON: ExportTraceServiceRequest, by its published mapping. */
const TraceRequest = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }),
      scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(Span) })),
    }),
  ),
})

type ReceivedTrace = z.infer<typeof TraceRequest>

/** Traces the running test to a collector on this machine, which refuses what is not as the protocol has it. */
export async function traceCollector() {
  const requests: ReceivedTrace[] = []
  const refusals: string[] = []
  const collector = createServer(async (request, response) => {
    const body = await text(request)
    const isTraceRequest =
      `${request.method} ${request.url} ${request.headers['content-type']}` === 'POST /v1/traces application/json'
    const { data, error } = TraceRequest.safeParse(JSON.parse(body))
    if (data && isTraceRequest) requests.push(data)
    else refusals.push(`${request.method} ${request.url}: ${error?.message ?? body}`)
    response.writeHead(data ? 200 : 400, { 'content-type': 'application/json' }).end('{}')
  })
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  const { port } = collector.address() as AddressInfo
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`
  const tracing = startTracing({})
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= tracing.stop())
  onTestFinished(async () => {
    await stop()
    collector.close()
  })
  return {
    /** Ends the tracing and answers all that was sent. */
    async received() {
      await stop()
      const resources = requests.flatMap(({ resourceSpans }) => resourceSpans)
      return {
        refused: refusals,
        text: JSON.stringify(requests),
        resources: resources.map(({ resource }) => resource.attributes),
        spans: resources.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      }
    },
  }
}
