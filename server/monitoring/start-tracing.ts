// The SDK of OpenTelemetry, which reads its standard variables (OTEL_…) itself. Loaded only when there is somewhere to
// send spans to.
import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { traceWith } from '../lib/tracing.ts'

/** How long a stopping shop waits for a collector that does not answer. */
const PATIENCE_MS = 2_000

/** Sends spans to the collector that the environment names, until `stop`, which sends what is left. */
export function startTracing() {
  const provider = new BasicTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'boutique' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  })
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  api.propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  api.trace.setGlobalTracerProvider(provider)
  traceWith(api)
  return {
    async stop() {
      traceWith(undefined)
      const patience = Promise.withResolvers<void>()
      const timer = setTimeout(patience.resolve, PATIENCE_MS)
      await Promise.race([provider.shutdown().catch(() => {}), patience.promise])
      clearTimeout(timer)
      for (const part of [api.context, api.propagation, api.trace]) part.disable()
    },
  }
}
