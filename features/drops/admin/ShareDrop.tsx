import { Panel } from '#web/ui/Panel.tsx'
import { ShareButton } from '#web/ui/ShareButton.tsx'
import type { EditedDrop } from '../contract.ts'
import { SHARE_DROP } from './texts.ts'

/** The address of a drop's page, to pass on until the drop is over. */
export function ShareDrop({ drop: { name, slug, state } }: { drop: EditedDrop }) {
  if (state === 'over' || state === 'canceled') return null
  const url = `${window.location.origin}/drops/${slug}`
  return (
    <Panel>
      <section aria-labelledby="share" className="grid justify-items-start gap-3">
        <h2 id="share">{SHARE_DROP.title}</h2>
        <p className="text-sm text-muted">{SHARE_DROP.hint}</p>
        <a href={url} className="wrap-anywhere">
          {url}
        </a>
        <ShareButton label={SHARE_DROP.share} title={name} url={url} />
      </section>
    </Panel>
  )
}
