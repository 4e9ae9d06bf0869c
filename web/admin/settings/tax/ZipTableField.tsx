import { useState } from 'react'
import type { RowNote, TaxStates, ZipTableAccount } from '#contract/admin/sales-tax.ts'
import { TAX_STATES, type TaxState } from '#contract/admin/tax-plan.ts'
import { FileButton } from '#web/admin/lib/FileButton.tsx'
import { messageOf } from '#web/lib/api-failure.ts'
import { TAX_SETTINGS } from '#web/texts/admin-tax.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useSendTableMutation } from './taxApi.ts'

type Props = { state: TaxState; facts: TaxStates['states'][number] | undefined }

/** The table of a state's ZIP codes: a file is read first, and loaded when its account looks right. */
export function ZipTableField({ state, facts }: Props) {
  const [file, setFile] = useState<File>()
  const [send, { data: account, error, isLoading, reset }] = useSendTableMutation()
  const choose = ([chosen]: File[]) => {
    if (!chosen) return
    setFile(chosen)
    send({ state, file: chosen, isDryRun: true })
  }
  const label = TAX_SETTINGS.chooseFile(TAX_STATES[state])
  return (
    <div className="grid gap-3">
      <p className="text-sm text-muted">
        {facts?.table ? TAX_SETTINGS.loaded(facts.zips, facts.table) : TAX_SETTINGS.noTable}
      </p>
      <FileButton label={label} accept=".csv,text/csv" isBusy={isLoading} onChoose={choose}>
        {isLoading ? TAX_SETTINGS.reading : label}
      </FileButton>
      {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      {account?.isLoaded && <Alert kind="success">{TAX_SETTINGS.isLoaded}</Alert>}
      {account && !account.isLoaded && (
        <Account account={account} onLoad={() => file && send({ state, file, isDryRun: false })} />
      )}
    </div>
  )
}

/** What a file would change, and its rows to look at. */
function Account({ account, onLoad }: { account: ZipTableAccount; onLoad(): void }) {
  const { rows, added, changed, removed, broken, brokenRows, odd, oddRows } = account
  return (
    <div role="status" className="grid gap-3 rounded-md bg-sand p-4">
      <p>
        <strong>{TAX_SETTINGS.found(rows)}</strong> {TAX_SETTINGS.changes(added, changed, removed)}
      </p>
      {brokenRows > 0 && <Rows title={TAX_SETTINGS.broken(brokenRows)} rows={broken} />}
      {oddRows > 0 && <Rows title={TAX_SETTINGS.odd(oddRows, brokenRows > 0)} rows={odd} />}
      {brokenRows === 0 && (
        <div>
          <Button type="button" onClick={onLoad}>
            {TAX_SETTINGS.load}
          </Button>
        </div>
      )}
    </div>
  )
}

const Rows = ({ title, rows }: { title: string; rows: RowNote[] }) => (
  <details open={rows.length <= 5}>
    <summary className="min-h-11 py-2 font-medium">{title}</summary>
    <ul className="grid max-h-60 gap-1 overflow-y-auto text-sm">
      {rows.map(({ line, note }) => (
        <li key={`${line} ${note}`} className="break-words">
          {TAX_SETTINGS.row(line, note)}
        </li>
      ))}
    </ul>
  </details>
)
