import { Panel } from '#web/ui/Panel.tsx'
import { ASSISTANT } from './texts.ts'

/** How the owner of a key connects an assistant to the shop. */
export default function ConnectAssistant() {
  return (
    <Panel>
      <section aria-labelledby="connect-assistant" className="grid gap-3">
        <h3 id="connect-assistant">{ASSISTANT.title}</h3>
        <ol className="grid max-w-prose list-decimal gap-1 pl-5">
          {ASSISTANT.steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p>
          {ASSISTANT.address}: <code className="select-all break-all">{`${window.location.origin}/mcp`}</code>
        </p>
        <p className="max-w-prose text-muted">{ASSISTANT.hint}</p>
      </section>
    </Panel>
  )
}
