import type { ReactNode } from 'react'
import { Panel } from '../../../ui/Panel.tsx'

/** A section with a heading and an explanation beside its content. */
export function Section({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  const id = `settings-${title.toLowerCase().replaceAll(' ', '-')}`
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-t border-line pt-8 xl:grid-cols-[15rem_minmax(0,44rem)] xl:gap-12"
    >
      <div className="grid content-start gap-2">
        <h2 id={id}>{title}</h2>
        <p className="max-w-xl text-sm text-muted">{about}</p>
      </div>
      <Panel>
        <div className="grid gap-5">{children}</div>
      </Panel>
    </section>
  )
}
