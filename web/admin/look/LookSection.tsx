import type { ReactNode } from 'react'
import { Panel } from '#web/ui/Panel.tsx'

/** A group of fields with its heading. */
export function LookSection({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  const id = `look-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <div>
        <h2 id={id} className="scroll-mt-20 outline-none">
          {title}
        </h2>
        {about && <p className="text-sm text-muted">{about}</p>}
      </div>
      <Panel>
        <div className="grid gap-5">{children}</div>
      </Panel>
    </section>
  )
}
