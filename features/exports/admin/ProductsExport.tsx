import { type ReactNode, useState } from 'react'
import { PRODUCT_FORMATS, type ProductFormat } from '#contract/admin/exports.ts'
import { useDownload } from '#web/admin/lists/use-download.ts'
import { messageOf } from '#web/lib/api-failure.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { RadioGroup } from '#web/ui/RadioGroup.tsx'
import { useOpenProductsDownloadMutation } from './exportsApi.ts'
import { EXPORTS } from './texts.ts'

const factsOf = (format: ProductFormat): { name: string; about?: string; leavesOut?: string[] } =>
  EXPORTS.formats[format]

const OPTIONS = PRODUCT_FORMATS.map((format): [ProductFormat, ReactNode] => {
  const { name, about } = factsOf(format)
  return [
    format,
    <span key={format} className="grid">
      <span className="font-medium">{name}</span>
      {about && <span className="text-sm text-muted">{about}</span>}
    </span>,
  ]
})

/** The products in the format of a shop, as a file or with their photos. */
export function ProductsExport() {
  const [format, setFormat] = useState<ProductFormat>('boutique-csv')
  const [withPhotos, setWithPhotos] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const name = `products.${format === 'boutique-json' ? 'json' : 'csv'}`
  const file = useDownload(`/api/products/export?${new URLSearchParams({ format })}`, name)
  const [open, archive] = useOpenProductsDownloadMutation()
  const download = async () => {
    setProblem(null)
    if (!withPhotos) return setProblem(await file.download())
    const { data, error } = await open(format)
    if (data) window.location.assign(data.url)
    else setProblem(messageOf(error))
  }
  return (
    <Panel>
      <div className="grid gap-4">
        <h2 className="text-xl">{EXPORTS.products}</h2>
        <RadioGroup
          legend={EXPORTS.format}
          isLegendShown
          options={OPTIONS}
          value={format}
          onChange={(chosen) => setFormat(chosen)}
        />
        <LeftOut things={factsOf(format).leavesOut ?? []} />
        <label className="flex min-h-11 items-start gap-3 border-t border-line pt-4">
          <input
            type="checkbox"
            checked={withPhotos}
            onChange={({ currentTarget }) => setWithPhotos(currentTarget.checked)}
            className="mt-0.5 size-5 shrink-0"
          />
          <span className="grid">
            <span className="font-medium">{EXPORTS.withPhotos}</span>
            <span className="text-sm text-muted">{EXPORTS.photosHint}</span>
          </span>
        </label>
        {problem && <Alert onDismiss={() => setProblem(null)}>{problem}</Alert>}
        <Button
          isBusy={file.isLoading || archive.isLoading}
          onClick={() => void download()}
          className="justify-self-start max-sm:w-full"
        >
          {EXPORTS.downloadProducts}
        </Button>
      </div>
    </Panel>
  )
}

/** What the chosen format cannot carry. */
const LeftOut = ({ things }: { things: string[] }) =>
  things.length > 0 && (
    <details>
      <summary className="min-h-11 cursor-pointer content-center font-medium">
        {EXPORTS.leavesOut(things.length)}
      </summary>
      <ul className="list-disc pl-6 text-sm text-muted">
        {things.map((thing) => (
          <li key={thing}>{thing}</li>
        ))}
      </ul>
    </details>
  )
