import { messageOf } from '#web/lib/api-failure.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Link } from '#web/ui/Link.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { useOpenShopDownloadMutation } from './exportsApi.ts'
import { EXPORTS } from './texts.ts'

/** The whole shop as one archive. */
export function ShopExport() {
  const [open, { isLoading, isSuccess, error, reset }] = useOpenShopDownloadMutation()
  const download = async () => {
    const { data } = await open()
    if (data) window.location.assign(data.url)
  }
  return (
    <Panel>
      <div className="grid gap-4">
        <h2 className="text-xl">{EXPORTS.shop}</h2>
        <p className="max-w-prose">{EXPORTS.shopAbout}</p>
        <p className="max-w-prose text-sm text-muted">
          {EXPORTS.shopPrivate} {EXPORTS.notBackup} <Link to="/admin/backups">{EXPORTS.backup}</Link>.
        </p>
        {error && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button isBusy={isLoading} onClick={() => void download()} className="max-sm:w-full">
            {EXPORTS.downloadShop}
          </Button>
          <p role="status" className="text-sm text-muted">
            {isSuccess && EXPORTS.started}
          </p>
        </div>
      </div>
    </Panel>
  )
}
