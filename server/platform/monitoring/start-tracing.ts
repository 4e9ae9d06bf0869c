// The SDK of OpenTelemetry. Exporter and resource read its standard variables (OTEL_…) themselves, the sampler is made
// here. Loaded only when there is somewhere to send spans to.
import * as api from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { traceWith } from '#server/platform/lib/tracing.ts'

/** How long a stopping shop waits for a collector that does not answer. */
const PATIENCE_MS = 2_000

/** The names of samplers in OpenTelemetry's environment variables. */
export type SamplerName =
  | `${'' | 'parentbased_'}always_on`
  | `${'' | 'parentbased_'}always_off`
  | `${'' | 'parentbased_'}traceidratio`

type SamplerSettings = { OTEL_TRACES_SAMPLER?: SamplerName | undefined; OTEL_TRACES_SAMPLER_ARG?: number | undefined }

/** Sends spans to the collector that the environment names, until `stop`, which sends what is left. */
export function startTracing(settings: SamplerSettings) {
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'boutique' }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
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

/** The sampler that these settings name; by default every trace is kept that its caller has not left out. */
export function samplerOf({
  OTEL_TRACES_SAMPLER: name = 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: ratio = 1,
}: SamplerSettings) {
  const root = name.endsWith('always_on')
    ? new AlwaysOnSampler()
    : name.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(ratio)
  return name.startsWith('parentbased') ? new ParentBasedSampler({ root }) : root
}
