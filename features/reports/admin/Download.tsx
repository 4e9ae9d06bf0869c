import { useState } from 'react'
import { useDownload } from '#web/admin/lists/use-download.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { Button } from '#web/ui/Button.tsx'

type Props = { path: string; file: string; label: string }

/** The button beside the fields of a report that downloads it as a file. */
export function Download({ path, file, label }: Props) {
  const { download, isLoading } = useDownload(path, file)
  const [problem, setProblem] = useState<string | null>(null)
  return (
    <>
      <Button
        type="button"
        variant="secondary"
        isBusy={isLoading}
        onClick={async () => setProblem(await download())}
        className="max-sm:col-span-2 max-sm:justify-self-start"
      >
        {label}
      </Button>
      {problem && (
        <div className="max-sm:col-span-2 sm:basis-full">
          <Alert onDismiss={() => setProblem(null)}>{problem}</Alert>
        </div>
      )}
    </>
  )
}
