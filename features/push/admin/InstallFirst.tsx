import { NOTIFICATIONS } from './texts.ts'

/** What an iPhone needs before it can show notifications. */
export const InstallFirst = () => (
  <div className="grid gap-2">
    <p>{NOTIFICATIONS.installFirst}</p>
    <ol className="list-decimal pl-6">
      {NOTIFICATIONS.installSteps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  </div>
)
