import { useId, useState } from 'react'
import { TRACKING_FILE_MAX, type TrackingReport, type TrackingRow } from '#contract/admin/tracking.ts'
import { FileButton } from '#web/admin/lib/FileButton.tsx'
import { messageOf } from '#web/lib/api-failure.ts'
import { TRACKING_UPLOAD, UNDO } from '#web/texts/admin-orders.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { useApplyTrackingMutation } from './postageApi.ts'
import { UndoNotice } from './UndoNotice.tsx'
import { useShipmentsUndo } from './use-shipments-undo.ts'

type Checked = { file: string; report: TrackingReport }
type Outcome = { kind: 'error' | 'success'; text: string; undo?: (() => PromiseLike<{ error?: unknown }>) | undefined }

/** A file of tracking numbers: a dry run says what becomes of each row, a button ships the orders. */
export function TrackingUpload() {
  const noteId = useId()
  const [send, { isLoading }] = useApplyTrackingMutation()
  const [checked, setChecked] = useState<Checked | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const undoOf = useShipmentsUndo((result) => setOutcome({ kind: 'success', text: UNDO.takenBack(result) }))
  const check = async (chosen: File) => {
    setOutcome(null)
    setChecked(null)
    const file = await chosen.text()
    if (file.length > TRACKING_FILE_MAX) return setOutcome({ kind: 'error', text: TRACKING_UPLOAD.tooLarge })
    const { data: report, error } = await send({ file, dryRun: true })
    if (report) setChecked({ file, report })
    else setOutcome({ kind: 'error', text: messageOf(error) })
  }
  const ship = async ({ file }: Checked) => {
    const { data: report, error } = await send({ file, dryRun: false })
    setChecked(null)
    setOutcome(
      report
        ? { kind: 'success', text: TRACKING_UPLOAD.shipped(report.shipped), undo: undoOf(report.sent) }
        : { kind: 'error', text: messageOf(error) },
    )
  }
  return (
    <Panel>
      <section aria-labelledby="tracking-file" className="grid gap-4">
        <h2 id="tracking-file">{TRACKING_UPLOAD.title}</h2>
        <p id={noteId} className="max-w-prose text-muted">
          {TRACKING_UPLOAD.hint}
        </p>
        <FileButton
          label={TRACKING_UPLOAD.file}
          accept=".csv,.txt,.tsv,text/csv"
          noteId={noteId}
          isBusy={isLoading && !checked}
          onChoose={([file]) => file && void check(file)}
        />
        {outcome?.undo && (
          <UndoNotice
            waiting={UNDO.allWait(outcome.text)}
            done={outcome.text}
            undo={outcome.undo}
            onDismiss={() => setOutcome(null)}
          />
        )}
        {outcome && !outcome.undo && (
          <Alert kind={outcome.kind} onDismiss={() => setOutcome(null)}>
            {outcome.text}
          </Alert>
        )}
        {checked && <DryRun {...checked} isBusy={isLoading} onShip={() => void ship(checked)} />}
      </section>
    </Panel>
  )
}

function DryRun({ report: { rows }, isBusy, onShip }: Checked & { isBusy: boolean; onShip(): void }) {
  const ready = rows.filter(({ outcome }) => outcome === 'ships').length
  return (
    <>
      <p role="status">{TRACKING_UPLOAD.summary(ready, rows.length)}</p>
      {rows.length > 0 && (
        <div className="rounded-md border border-line">
          <table className="w-full text-sm">
            <caption className="sr-only">{TRACKING_UPLOAD.rows}</caption>
            <thead className="bg-sand text-left">
              <tr>
                {TRACKING_UPLOAD.columns.map((name, at) => (
                  <th key={name} scope="col" className={`px-2 py-2 font-semibold sm:px-3 ${at === 0 ? WIDE_ONLY : ''}`}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {rows.map((row) => (
                <Row key={row.line} row={row} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {ready > 0 && (
        <Button isBusy={isBusy} onClick={onShip} className="justify-self-start">
          {TRACKING_UPLOAD.ship(ready)}
        </Button>
      )}
    </>
  )
}

/** The rows of a narrow screen have no column for their number. */
const WIDE_ONLY = 'max-sm:hidden'

const Row = ({ row: { line, order, carrier, trackingNumber, outcome } }: { row: TrackingRow }) => (
  <tr>
    <td className={`px-2 py-2 tabular-nums sm:px-3 ${WIDE_ONLY}`}>{line}</td>
    <td className="px-2 py-2 tabular-nums wrap-anywhere sm:px-3">
      {order}
      <span className="block text-xs text-muted sm:hidden">{TRACKING_UPLOAD.row(line)}</span>
    </td>
    <td className="px-2 py-2 tabular-nums sm:px-3">
      {carrier && <span className="max-sm:block">{carrier} </span>}
      <span className="wrap-anywhere">{trackingNumber}</span>
    </td>
    <td className={`px-2 py-2 sm:px-3 ${outcome === 'ships' ? 'font-medium text-good' : 'text-muted'}`}>
      {TRACKING_UPLOAD.outcomes[outcome]}
    </td>
  </tr>
)
