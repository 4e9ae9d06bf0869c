import { useEffect, useRef, useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import type { EditedLook } from '#contract/admin/look.ts'
import type { Settings } from '#contract/admin/settings.ts'
import { useSettingsQuery } from '#web/admin/calls/settingsApi.ts'
import { ActionBar } from '#web/admin/frame/ActionBar.tsx'
import { LookPreview } from '#web/admin/look/LookPreview.tsx'
import { LookProblem } from '#web/admin/look/LookProblem.tsx'
import { useLookQuery } from '#web/admin/look/lookApi.ts'
import { useLookDraft } from '#web/admin/look/use-look-draft.ts'
import { focusFirstInvalid } from '#web/forms/focus.ts'
import { useDraftOwner } from '#web/forms/use-draft-owner.ts'
import { readDraft, saveDraft } from '#web/lib/drafts.ts'
import { LoadFailure } from '#web/shop/layout/LoadFailure.tsx'
import { LOOK } from '#web/texts/admin-look.ts'
import { Button } from '#web/ui/Button.tsx'
import { Head } from '#web/ui/Head.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StandingAlert } from '#web/ui/StandingAlert.tsx'
import { WELCOME_CARDS, type WelcomeCard } from '../contract.ts'
import { useOwnShopQuery, useUpdateOwnShopMutation } from './ownShopApi.ts'
import { WELCOME } from './texts.ts'
import { useSettingFields } from './use-setting-fields.ts'
import { WELCOME_FIELDS } from './WelcomeCards.tsx'

const FRESH = { refetchOnMountOrArgChange: true }
const COUNT = WELCOME_CARDS.length
const CARD = 'welcome-card'

/** The welcome: five cards that make the shop the owner's own. It goes on where it was left. */
export default function WelcomePage() {
  const own = useOwnShopQuery(undefined, FRESH)
  const look = useLookQuery(undefined, FRESH)
  const settings = useSettingsQuery(undefined, FRESH)
  const queries = [own, look, settings]
  const isLoading = queries.some(({ isFetching }) => isFetching)
  if (own.data && !own.data.welcome) return <Navigate to="/admin/dashboard" replace />
  return (
    <div className="grid gap-6">
      <Head title={WELCOME.title} noIndex />
      <h1>{WELCOME.title}</h1>
      <LoadFailure queries={queries} />
      <Cards isLoading={isLoading} first={own.data?.welcome?.step ?? 0} look={look.data} settings={settings.data} />
    </div>
  )
}

type Loaded = { isLoading: boolean; first: number; look: EditedLook | undefined; settings: Settings | undefined }

/** The cards with the first loaded values: later loads do not replace what is being edited. */
function Cards({ isLoading, first, look, settings }: Loaded) {
  const [opened, setOpened] = useState<{ first: number; look: EditedLook; settings: Settings }>()
  if (!opened && !isLoading && look && settings) setOpened({ first, look, settings })
  return opened ? <Editor {...opened} /> : <Skeleton className="h-dvh" />
}

type EditorProps = { first: number; look: EditedLook; settings: Settings }

/** One card at a time, with the preview beside it, on narrow screens below it. */
function Editor({ first, look, settings }: EditorProps) {
  const draft = useLookDraft(look)
  const fields = useSettingFields(settings)
  const [step, setStep] = useStep(Math.min(first, COUNT - 1))
  const [isBusy, setBusy] = useState(false)
  const [update] = useUpdateOwnShopMutation()
  const navigate = useNavigate()
  const top = useRef<HTMLHeadingElement>(null)
  const [refusals, setRefusals] = useState(0)
  const fieldsOfCard = useRef<HTMLDivElement>(null)
  const card = WELCOME_CARDS[step] as WelcomeCard
  const isLast = step === COUNT - 1

  const show = (next: number) => {
    setStep(next)
    top.current?.focus()
    top.current?.scrollIntoView({ block: 'center' })
  }
  const finish = async () => {
    if (!(await draft.publish())) return setRefusals((before) => before + 1)
    await update({ welcomeStep: COUNT, welcomeDone: true })
    navigate('/admin/dashboard', { state: { isPublished: true } })
  }
  const leave = async () => {
    if (isLast) return finish()
    show(step + 1)
    await update({ welcomeStep: step + 1 })
  }
  const whileBusy = (work: () => Promise<void>) => async () => {
    if (isBusy) return
    setBusy(true)
    await work()
    setBusy(false)
  }
  const goOn = whileBusy(async () => {
    const isSaved = await Promise.all([fields.save(), draft.save()])
    if (isSaved.every(Boolean)) await leave()
    else setRefusals((before) => before + 1)
  })
  const skip = whileBusy(async () => {
    await Promise.all([fields.dropRefused(), draft.dropRefused()])
    await leave()
  })
  // Once the errors are on screen.
  useEffect(() => {
    if (refusals > 0 && !focusFirstInvalid(fieldsOfCard.current)) fieldsOfCard.current?.scrollIntoView()
  }, [refusals])
  const [title, about] = WELCOME.cards[card]
  return (
    <div className="grid gap-8 xl:grid-cols-[minmax(0,27rem)_minmax(0,1fr)] xl:items-start">
      <div>
        <div ref={fieldsOfCard} className="grid scroll-mt-24 gap-6">
          <header className="grid gap-2">
            <Progress step={step} />
            <h2 ref={top} tabIndex={-1} className="text-2xl outline-none">
              {title}
            </h2>
            <p className="text-muted">{about}</p>
          </header>
          <LookProblem draft={draft} />
          {fields.problem && <StandingAlert of={fields.problem}>{fields.problem.message}</StandingAlert>}
          {WELCOME_FIELDS[card]({ draft, fields })}
        </div>
        <ActionBar label={WELCOME.title}>
          <Button isBusy={isBusy} onClick={goOn}>
            {isLast ? WELCOME.finish : WELCOME.next}
          </Button>
          {step > 0 && (
            <Button variant="quiet" onClick={() => show(step - 1)}>
              {WELCOME.back}
            </Button>
          )}
          <Button variant="quiet" onClick={skip}>
            {isLast ? WELCOME.skipLast : WELCOME.skip}
          </Button>
          <span role="status" className="text-sm text-muted">
            {draft.isWaiting && LOOK.waiting}
          </span>
        </ActionBar>
      </div>
      <div className="xl:sticky xl:top-24">
        <LookPreview version={`${draft.saved.version} ${fields.version}`} hasDark={draft.look.darkMode === 'device'} />
      </div>
    </div>
  )
}

/** The card on screen, which this tab keeps; `furthest` without one. */
function useStep(furthest: number) {
  const userId = useDraftOwner()
  const [step, setStep] = useState(() => {
    const kept = WELCOME_CARDS.indexOf(readDraft(CARD, userId) as WelcomeCard)
    return kept >= 0 && kept < furthest ? kept : furthest
  })
  const show = (next: number) => {
    saveDraft(CARD, userId, WELCOME_CARDS[next])
    setStep(next)
  }
  return [step, show] as const
}

/** How far it is, in words and as a row of bars. */
const Progress = ({ step }: { step: number }) => (
  <div className="mb-2 grid gap-2">
    <p className="text-sm text-muted">{WELCOME.progress(step + 1, COUNT)}</p>
    <div aria-hidden="true" className="flex gap-1.5">
      {WELCOME_CARDS.map((card, index) => (
        <span key={card} className={`h-1 flex-1 rounded-full ${index <= step ? 'bg-accent' : 'bg-line'}`} />
      ))}
    </div>
  </div>
)
