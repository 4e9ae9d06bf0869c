import { useState } from 'react'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useDownload } from '../lists/use-download.ts'

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
