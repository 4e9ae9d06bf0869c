import { PHOTOS } from '#web/texts/admin-products.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { fileProblem } from './send-photo.ts'
import type { Upload } from './use-uploads.ts'

type Props = { uploads: Upload[]; onRetry(upload: Upload): void; onForget(id: number): void }

/** Running uploads, and failed ones with their actions. */
export function UploadRows({ uploads, onRetry, onForget }: Props) {
  if (uploads.length === 0) return null
  return (
    <ul aria-label={PHOTOS.uploads} className="grid gap-3">
      {uploads.map((upload) => (
        <li key={upload.id} className="rounded-md border border-line bg-paper px-4 py-3">
          {upload.problem ? (
            <Failed
              upload={upload}
              problem={upload.problem}
              onRetry={() => onRetry(upload)}
              onForget={() => onForget(upload.id)}
            />
          ) : (
            <Sending {...upload} />
          )}
        </li>
      ))}
    </ul>
  )
}

function Sending({ file, share }: Upload) {
  const percent = Math.round(share * 100)
  return (
    <div className="grid gap-2">
      <p className="flex justify-between gap-4 text-sm">
        <span className="min-w-0 truncate font-medium">{file.name}</span>
        <span className="shrink-0 text-muted tabular-nums">{stepOf(share, percent)}</span>
      </p>
      <progress aria-label={PHOTOS.uploadOf(file.name)} value={percent} max={100} className={BAR} />
    </div>
  )
}

/** Drawn with our own elements: the browser's progress bar looks full while it is empty. */
const BAR =
  'h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent [&::-webkit-progress-value]:transition-[width]'

const stepOf = (share: number, percent: number) => {
  if (share === 0) return PHOTOS.waiting
  return share < 1 ? PHOTOS.percent(percent) : PHOTOS.processing
}

type FailedProps = { upload: Upload; problem: string; onRetry(): void; onForget(): void }

function Failed({ upload: { file }, problem, onRetry, onForget }: FailedProps) {
  const canRetry = fileProblem(file) === undefined
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
      <div role="alert" className="flex min-w-0 items-start gap-3 text-sm">
        <Icon name="notice" className="mt-0.5 size-5 text-bad" />
        <p className="min-w-0">
          <span className="block font-medium break-words">{file.name}</span>
          <span className="text-bad">{problem}</span>
        </p>
      </div>
      <div className="ml-auto flex gap-4">
        {canRetry && (
          <Button type="button" variant="quiet" aria-label={PHOTOS.retryNamed(file.name)} onClick={onRetry}>
            {PHOTOS.retry}
          </Button>
        )}
        <Button type="button" variant="quiet" aria-label={PHOTOS.dismissNamed(file.name)} onClick={onForget}>
          {PHOTOS.dismiss}
        </Button>
      </div>
    </div>
  )
}
