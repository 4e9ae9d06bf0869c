import { useRef, useState } from 'react'
import type { EditedLook } from '#contract/admin/look.ts'
import { ActionBar } from '#web/admin/frame/ActionBar.tsx'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { LOOK, LOOK_HISTORY } from '#web/texts/admin-look.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { ColorFields } from './ColorFields.tsx'
import { FontFields } from './FontFields.tsx'
import { HeroFields } from './HeroFields.tsx'
import { LookHistory } from './LookHistory.tsx'
import { LookPreview } from './LookPreview.tsx'
import { LookProblem } from './LookProblem.tsx'
import { useLookQuery } from './lookApi.ts'
import { MarkFields } from './MarkFields.tsx'
import { NoticeFields } from './NoticeFields.tsx'
import { SectionOrder } from './SectionOrder.tsx'
import { StoryFields } from './StoryFields.tsx'
import { type LookDraft, useLookDraft } from './use-look-draft.ts'

/** The look of the shop: a draft with its preview, until it is published. */
export default function LookPage() {
  const query = useLookQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data, error, isFetching } = query
  // Later loads do not replace what is being edited.
  const [opened, setOpened] = useState<EditedLook>()
  if (!opened && data && !isFetching) setOpened(data)
  return (
    <div className="grid gap-8">
      <Head title={LOOK.heading} noIndex />
      <header className="grid gap-1">
        <h1>{LOOK.heading}</h1>
        <p className="text-muted">{LOOK.about}</p>
      </header>
      <LoadFailure queries={[query]} />
      {!opened && !error && <Skeleton className="h-dvh" />}
      {opened && <Editor loaded={opened} />}
    </div>
  )
}

/** On wide screens the preview stands beside the fields; on narrow ones a button shows it in their place. */
function Editor({ loaded }: { loaded: EditedLook }) {
  const draft = useLookDraft(loaded)
  const [isPreview, setPreview] = useState(false)
  const [message, setMessage] = useState('')
  const top = useRef<HTMLDivElement>(null)
  const showPreview = (isShown: boolean) => {
    setPreview(isShown)
    top.current?.scrollIntoView()
  }
  const after = async (done: Promise<boolean>, sentence: string) => {
    setMessage('')
    if (await done) setMessage(sentence)
  }
  return (
    <div ref={top} className="scroll-mt-24">
      <div className="grid gap-8 xl:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] xl:items-start">
        <div className={`grid gap-8 ${isPreview ? 'max-xl:hidden' : ''}`}>
          <LookProblem draft={draft} />
          {message && (
            <Alert kind="success" onDismiss={() => setMessage('')}>
              {message}
            </Alert>
          )}
          <ColorFields draft={draft} />
          <FontFields draft={draft} />
          <MarkFields draft={draft} />
          <HeroFields draft={draft} />
          <StoryFields draft={draft} />
          <SectionOrder draft={draft} />
          <NoticeFields draft={draft} />
          <LookHistory draft={draft} onRestore={(id) => after(draft.restore(id), LOOK_HISTORY.done)} />
        </div>
        <div className={`xl:sticky xl:top-24 ${isPreview ? '' : 'max-xl:hidden'}`}>
          <LookPreview version={draft.saved.version} hasDark={draft.look.darkMode === 'device'} />
        </div>
      </div>
      <ActionBar label={LOOK.publish}>
        <Button
          isBusy={draft.isBusy}
          disabled={!draft.saved.isDraft && !draft.isUnsaved && !draft.uploads.isUploading}
          onClick={() => after(draft.publish(), LOOK.published)}
        >
          {LOOK.publish}
        </Button>
        {draft.saved.isDraft && (
          <Button variant="quiet" onClick={() => after(draft.discard(), LOOK.discarded)}>
            {LOOK.discard}
          </Button>
        )}
        <Button variant="quiet" className="xl:hidden" onClick={() => showPreview(!isPreview)}>
          {isPreview ? LOOK.edit : LOOK.preview}
        </Button>
        <span role="status" className="text-sm text-muted">
          {statusOf(draft)}
        </span>
      </ActionBar>
    </div>
  )
}

function statusOf({ isWaiting, isBusy, isUnsaved, problem, saved }: LookDraft) {
  if (isWaiting) return LOOK.waiting
  if (isBusy) return LOOK.saving
  if (problem || isUnsaved) return LOOK.notSaved
  return saved.isDraft ? LOOK.draft : LOOK.live
}
