import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '#web/lib/api-failure.ts'
import type { ApiFailure } from '#web/lib/call-api.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmButton } from '#web/ui/ConfirmButton.tsx'
import { CheckField } from '#web/ui/Field.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import type { Import } from '../contract.ts'
import { ExistingProducts } from './ExistingProducts.tsx'
import {
  useDeleteImportMutation,
  useFetchPhotosAgainMutation,
  useStartImportMutation,
  useStopImportMutation,
  useUndoImportMutation,
} from './importsApi.ts'
import { HISTORY_IMPORT, IMPORT_LIST, IMPORT_PAGE, IMPORT_SOURCE_NAMES, IMPORT_UPDATES } from './texts.ts'

/** How far an import is, and what can be done with it. */
export function ImportState({ of }: { of: Import }) {
  const [failure, setFailure] = useState<string | null>(null)
  const say = (error: unknown) => setFailure(error ? messageOf(error as ApiFailure) : null)
  return (
    <Panel>
      <div className="grid gap-4">
        <p className="text-sm text-muted">
          {IMPORT_LIST.from(IMPORT_SOURCE_NAMES[of.format], wordsOf(of).found(of.total))}
        </p>
        {failure && <Alert onDismiss={() => setFailure(null)}>{failure}</Alert>}
        <Step of={of} say={say} />
        <Facts of={of} />
      </div>
    </Panel>
  )
}

type StepProps = { of: Import; say(error: unknown): void }

function Step({ of, say }: StepProps) {
  switch (of.state) {
    case 'running':
      return <Running of={of} say={say} />
    case 'stopped':
      return <Ready of={of} say={say} sentence={wordsOf(of).stopped(doneRows(of), of.chosen)} />
    case 'done':
      return <Done of={of} say={say} />
    case 'undone':
      return (
        <>
          <p className="text-lg font-medium">{wordsOf(of).undone(of)}</p>
          {of.kept > 0 && <Alert kind="warning">{IMPORT_UPDATES.kept(of.kept)}</Alert>}
          <div>
            <DeleteImport of={of} say={say} />
          </div>
        </>
      )
    default:
      return (
        <Ready of={of} say={say} sentence={readySentence(of)}>
          {of.kind === 'products' && <ExistingProducts of={of} say={say} />}
        </Ready>
      )
  }
}

/** What the screen says of an import of its kind. */
function wordsOf({ kind }: Import) {
  if (kind !== 'products') {
    const words = HISTORY_IMPORT[kind]
    return {
      ...words,
      undone: () => words.undone,
      ready: ({ chosen, total }: Import) => words.ready(chosen, total),
      start: ({ chosen }: Import) => words.start(chosen),
      done: ({ created }: Import) => words.done(created),
      undoSentence: () => words.undoSentence,
    }
  }
  return {
    ...IMPORT_PAGE,
    found: IMPORT_LIST.found,
    undone: (of: Import) => IMPORT_PAGE.undone(of.updating, of.kept),
    ready: (of: Import) => IMPORT_PAGE.ready(createdBy(of), of.updating, of.total),
    start: (of: Import) => IMPORT_PAGE.start(createdBy(of), of.updating),
    done: (of: Import) => IMPORT_PAGE.done(of.created, of.updated),
    undoSentence: (of: Import) => IMPORT_PAGE.undoSentence(of.created, of.updated),
    view: IMPORT_PAGE.viewProducts,
    to: '/admin/productlist',
  }
}

function readySentence(of: Import) {
  if (of.chosen > 0) return wordsOf(of).ready(of)
  return of.outcomes.create === 0 && of.updatable > 0 ? IMPORT_PAGE.nothingNew : IMPORT_PAGE.nothing
}

/** How many rows of an import are done. */
const doneRows = ({ created, updated, failed }: Import) => created + updated + failed
/** How many products it creates. */
const createdBy = ({ chosen, updating }: Import) => chosen - updating
const hasProducts = ({ created, updated }: Import) => created + updated > 0

/** Before the start, and after a stop. */
function Ready({ of, say, sentence, children }: StepProps & { sentence: string; children?: ReactNode }) {
  const [asDrafts, setDrafts] = useState(false)
  const [start, { isLoading }] = useStartImportMutation()
  const left = of.chosen - doneRows(of) + of.waitingPhotos
  const words = wordsOf(of)
  const action = of.state === 'stopped' ? IMPORT_PAGE.goOn : words.start(of)
  const onStart = async () => say((await start({ id: of._id, asDrafts })).error)
  return (
    <>
      <p role="status" className="text-lg font-medium">
        {sentence}
      </p>
      {children}
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        {left > 0 && (
          <ConfirmButton
            isBusy={isLoading}
            sentence={words.startSentence}
            action={action}
            details={
              of.kind === 'products' &&
              createdBy(of) > 0 && (
                <CheckField
                  label={IMPORT_PAGE.asDrafts}
                  checked={asDrafts}
                  onChange={({ target }) => setDrafts(target.checked)}
                />
              )
            }
            onConfirm={() => void onStart()}
          >
            {action}
          </ConfirmButton>
        )}
        {hasProducts(of) ? <UndoImport of={of} say={say} /> : <DeleteImport of={of} say={say} />}
      </div>
    </>
  )
}

function Running({ of, say }: StepProps) {
  const [stop, { isLoading }] = useStopImportMutation()
  const done = doneRows(of)
  return (
    <>
      <p role="status" className="text-lg font-medium tabular-nums">
        {of.waitingPhotos > 0 ? IMPORT_UPDATES.fetching(of.waitingPhotos) : wordsOf(of).running(done, of.chosen)}
      </p>
      <progress
        aria-label={IMPORT_PAGE.progress}
        value={done}
        max={of.chosen}
        className="h-2 w-full appearance-none overflow-hidden rounded-full bg-sand accent-accent [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sand [&::-webkit-progress-value]:bg-accent"
      />
      <div>
        <Button variant="secondary" isBusy={isLoading} onClick={async () => say((await stop(of._id)).error)}>
          {IMPORT_PAGE.stop}
        </Button>
      </div>
    </>
  )
}

const Done = ({ of, say }: StepProps) => (
  <>
    <p role="status" className="text-lg font-medium">
      {wordsOf(of).done(of)}
    </p>
    {of.failed > 0 && <Alert kind="warning">{IMPORT_PAGE.failures(of.failed)}</Alert>}
    {of.missingPhotos > 0 && <MissingPhotos of={of} say={say} />}
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <Link to={wordsOf(of).to} className="inline-flex min-h-11 items-center font-medium">
        {wordsOf(of).view}
      </Link>
      {hasProducts(of) ? <UndoImport of={of} say={say} /> : <DeleteImport of={of} say={say} />}
    </div>
  </>
)

function MissingPhotos({ of, say }: StepProps) {
  const [fetchAgain, { isLoading }] = useFetchPhotosAgainMutation()
  return (
    <Alert kind="warning">
      <div className="grid justify-items-start gap-2">
        <p>{IMPORT_UPDATES.missingPhotos(of.missingPhotos)}</p>
        <Button variant="secondary" isBusy={isLoading} onClick={async () => say((await fetchAgain(of._id)).error)}>
          {IMPORT_UPDATES.fetchAgain}
        </Button>
      </div>
    </Alert>
  )
}

function UndoImport({ of, say }: StepProps) {
  const [undo, { isLoading }] = useUndoImportMutation()
  return (
    <ConfirmButton
      variant="quiet"
      isBusy={isLoading}
      sentence={wordsOf(of).undoSentence(of)}
      action={IMPORT_PAGE.undo}
      onConfirm={async () => say((await undo(of._id)).error)}
    >
      {IMPORT_PAGE.undo}
    </ConfirmButton>
  )
}

function DeleteImport({ of, say }: StepProps) {
  const navigate = useNavigate()
  const [remove, { isLoading }] = useDeleteImportMutation()
  const onDelete = async () => {
    const { error } = await remove(of._id)
    say(error)
    if (!error) navigate('/admin/imports')
  }
  return (
    <ConfirmButton
      variant="quiet"
      isBusy={isLoading}
      sentence={wordsOf(of).removeSentence}
      action={IMPORT_PAGE.remove}
      onConfirm={() => void onDelete()}
    >
      {IMPORT_PAGE.remove}
    </ConfirmButton>
  )
}

/** A seller who moves in has a category or two, and no names for the others yet. */
const MANY = 10

/** What the file has beyond its rows. */
const Facts = ({ of: { kind, chosen, categories, newCategories, ignored, state } }: { of: Import }) => (
  <div className="grid max-w-prose gap-1 text-sm text-muted wrap-anywhere empty:hidden">
    {kind === 'products' && state === 'ready' && categories === 1 && chosen >= MANY && <p>{IMPORT_PAGE.oneCategory}</p>}
    {newCategories.length > 0 && state !== 'done' && <p>{IMPORT_PAGE.newCategories(newCategories.join(', '))}</p>}
    {ignored.length > 0 && <p>{IMPORT_PAGE.ignored(ignored.join(', '))}</p>}
  </div>
)
