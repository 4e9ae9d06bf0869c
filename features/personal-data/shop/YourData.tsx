import { useState } from 'react'
import { isCanceled, messageOf } from '#web/lib/api-failure.ts'
import { saveDataPage } from '#web/lib/save-file.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { useMyDataMutation } from './personalDataApi.ts'
import { MY_DATA } from './texts.ts'

/** The user's data as a file, and the deletion of the account. */
export default function YourData() {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <section aria-labelledby="your-data" className="grid content-start gap-6 lg:col-span-3">
      <h2 id="your-data">{MY_DATA.title}</h2>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Panel>
          <Download />
        </Panel>
        <Panel>
          <section aria-labelledby="delete-account" className="grid justify-items-start gap-4">
            <h3 id="delete-account">{MY_DATA.deleteTitle}</h3>
            {isDeleting ? (
              <DeleteAccount onCancel={() => setDeleting(false)} />
            ) : (
              <>
                <p className="text-muted">{MY_DATA.deleteHint}</p>
                <Button variant="secondary" onClick={() => setDeleting(true)}>
                  {MY_DATA.deleteOpen}
                </Button>
              </>
            )}
          </section>
        </Panel>
      </div>
    </section>
  )
}

function Download() {
  const [load, { error, isLoading, reset }] = useMyDataMutation()
  const download = async () => {
    const { data } = await load()
    if (data !== undefined) saveDataPage(data)
  }
  return (
    <section aria-labelledby="download-data" className="grid justify-items-start gap-4">
      <h3 id="download-data">{MY_DATA.downloadTitle}</h3>
      <p className="text-muted">{MY_DATA.downloadHint}</p>
      {error && !isCanceled(error) && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
      <Button variant="secondary" isBusy={isLoading} onClick={() => void download()}>
        {MY_DATA.download}
      </Button>
    </section>
  )
}
