import { PAGE_FORM } from '#web/texts/admin-pages.ts'

/** What somebody else has saved meanwhile, which opens below a notice. */
export const TheirText = ({ text }: { text: string }) => (
  <details className="mt-2">
    <summary className="min-h-11 py-2 font-medium">{PAGE_FORM.theirVersion}</summary>
    <pre className="max-h-80 overflow-auto rounded-sm bg-card p-4 font-sans text-sm whitespace-pre-wrap text-ink">
      {text}
    </pre>
  </details>
)
