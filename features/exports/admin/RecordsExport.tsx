import { useState } from 'react'
import { useDownload } from '#web/admin/lists/use-download.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Field } from '#web/ui/Field.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { EXPORTS } from './texts.ts'

const FILES = [
  { ...EXPORTS.files.orders, path: '/api/orders/export', file: 'orders' },
  { ...EXPORTS.files.items, path: '/api/orders/export/items', file: 'order-items' },
  { ...EXPORTS.files.refunds, path: '/api/orders/export/refunds', file: 'refunds' },
  { ...EXPORTS.files.customers, path: '/api/users/export', file: 'customers' },
]

/** Orders, their items and refunds, and customers, of some days or of all. */
export function RecordsExport() {
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const isReversed = from !== '' && to !== '' && to < from
  const query = new URLSearchParams({ ...(from && { from }), ...(to && { to }) }).toString()
  const days = [from, to].filter(Boolean).join('-')
  return (
    <Panel>
      <div className="grid gap-4">
        <h2 className="text-xl">{EXPORTS.records}</h2>
        <p className="max-w-prose text-muted">{EXPORTS.recordsAbout}</p>
        <div className="grid grid-cols-2 items-start gap-4 sm:flex sm:flex-wrap">
          <Field
            label={EXPORTS.from}
            type="date"
            value={from}
            onChange={({ currentTarget }) => setFrom(currentTarget.value)}
          />
          <Field
            label={EXPORTS.to}
            type="date"
            value={to}
            error={isReversed ? EXPORTS.reversed : undefined}
            onChange={({ currentTarget }) => setTo(currentTarget.value)}
          />
        </div>
        <p className="text-sm text-muted">{EXPORTS.periodHint}</p>
        <ul className="divide-y divide-line border-t border-line">
          {FILES.map(({ path, file, ...words }) => (
            <RecordFile
              key={file}
              {...words}
              url={`${path}${query && '?'}${query}`}
              file={`${[file, days].filter(Boolean).join('-')}.csv`}
              isDisabled={isReversed}
            />
          ))}
        </ul>
      </div>
    </Panel>
  )
}

type Props = { name: string; about: string; url: string; file: string; isDisabled: boolean }

function RecordFile({ name, about, url, file, isDisabled }: Props) {
  const { download, isLoading } = useDownload(url, file)
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-64">
          <p className="font-medium">{name}</p>
          <p className="text-sm text-muted">{about}</p>
        </div>
        <Button
          variant="secondary"
          isBusy={isLoading}
          disabled={isDisabled}
          onClick={async () => setProblem(await download())}
          aria-label={EXPORTS.downloadOf(name)}
        >
          {EXPORTS.download}
        </Button>
      </div>
      {problem && <Alert onDismiss={() => setProblem(null)}>{problem}</Alert>}
    </li>
  )
}
