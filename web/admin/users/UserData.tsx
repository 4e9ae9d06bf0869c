import type { UserDetails } from '#contract/users.ts'
import { isCanceled, messageOf } from '#web/lib/api-failure.ts'
import { saveDataPage } from '#web/lib/save-file.ts'
import { USER_DATA } from '#web/texts/admin.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Panel.tsx'
import { useDataOfUserMutation } from './usersApi.ts'

/** The file with a user's data, for somebody who writes to the seller and asks for it. */
export function UserData({ user: { _id } }: { user: UserDetails }) {
  const [load, { error, isLoading, reset }] = useDataOfUserMutation()
  const download = async () => {
    const { data } = await load(_id)
    if (data !== undefined) saveDataPage(data)
  }
  return (
    <div className="grid max-w-xl">
      <Panel>
        <section aria-labelledby="user-data" className="grid justify-items-start gap-4">
          <h2 id="user-data">{USER_DATA.title}</h2>
          <p className="text-muted">{USER_DATA.hint}</p>
          {error && !isCanceled(error) && <Alert onDismiss={reset}>{messageOf(error)}</Alert>}
          <Button variant="secondary" isBusy={isLoading} onClick={() => void download()}>
            {USER_DATA.download}
          </Button>
        </section>
      </Panel>
    </div>
  )
}
