// Spans of OpenTelemetry, made by the shop itself in the few places where it waits. Names and attributes say what was
// done, never for whom: no value, address or message of an error. Without a tracer a span costs one comparison.
import type { Attributes, Span, SpanKind } from '@opentelemetry/api'

type Api = typeof import('@opentelemetry/api')
type Kind = keyof typeof SpanKind

let api: Api | undefined

/** Has spans made from now on with the tracer of this API, or no more without one. */
export function traceWith(tracingApi: Api | undefined) {
  api = tracingApi
}

export const isTracing = () => api !== undefined

/** Runs the work in a span of its own, a child of the one around it. `kind` is INTERNAL or, for a call of others, CLIENT. */
export async function inSpan<T>(name: string, work: () => Promise<T>, kind: Kind = 'INTERNAL'): Promise<T> {
  const span = startSpan(name, kind)
  if (!span || !api) return work()
  const { context, trace } = api
  try {
    // Awaited inside, since a query of Drizzle is sent only once it is awaited.
    const result = await context.with(trace.setSpan(context.active(), span), async () => await work())
    endSpan(span)
    return result
  } catch (error) {
    endSpan(span, error)
    throw error
  }
}

/** As `inSpan`, for callers that end it themselves with `endSpan`; undefined without a tracer. */
export const startSpan = (name: string, kind: Kind, attributes: Attributes = {}): Span | undefined =>
  api?.trace.getTracer('boutique').startSpan(name, { kind: api.SpanKind[kind], attributes })

/** As `startSpan`, unless nothing is under way that the span would belong to. */
export const startChildSpan = (name: string, kind: Kind, attributes?: Attributes): Span | undefined =>
  api?.trace.getActiveSpan() ? startSpan(name, kind, attributes) : undefined

/** Ends the span. An error is told by its class and code alone: messages have values in them. */
export function endSpan(span: Span, error?: unknown) {
  if (error !== undefined && api) {
    const { name, code } =
      (error as { cause?: unknown }).cause instanceof Error
        ? (error as { cause: CodedError }).cause
        : (error as CodedError)
    span.setAttribute('error.type', String(code ?? name ?? 'Error'))
    span.setStatus({ code: api.SpanStatusCode.ERROR })
  }
  span.end()
}

type CodedError = Error & { code?: unknown }
