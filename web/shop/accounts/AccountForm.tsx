import type { ReactNode } from 'react'
import type { FormProblem } from '#web/forms/problems.ts'
import { useShop } from '#web/shop/settings/use-shop.ts'
import { Alert } from '#web/ui/Alert.tsx'
import { InView } from '#web/ui/InView.tsx'
import { Photo } from '#web/ui/Photo.tsx'

type Props = {
  title: string
  /** Nothing once it no longer applies. */
  lead: string | undefined
  problem: FormProblem | null
  onDismiss(): void
  /** A success message, if any. */
  notice?: ReactNode
  children: ReactNode
}

/** The layout of the sign-in, registration and password pages; on wide screens beside a photo. */
export const AccountForm = ({ title, lead, problem, onDismiss, notice, children }: Props) => (
  <div className="mx-auto grid w-full max-w-md px-5 py-12 md:py-20 lg:max-w-page lg:px-8 lg:py-16 lg:has-[picture]:grid-cols-2 lg:has-[picture]:gap-20">
    <div className="grid w-full max-w-md content-center gap-6 justify-self-center">
      <header className="grid gap-2 text-center">
        <h1>{title}</h1>
        {lead && <p className="text-muted">{lead}</p>}
      </header>
      {problem && (
        <InView>
          <Alert onDismiss={onDismiss}>
            <p>{problem.message}</p>
            {problem.reason && <p>{problem.reason}</p>}
          </Alert>
        </InView>
      )}
      {notice && <InView>{notice}</InView>}
      {children}
    </div>
    <BesidePhoto />
  </div>
)

/** The photo of the story, if there is one. Hidden photos are not loaded. */
function BesidePhoto() {
  const { storyPhoto } = useShop()
  if (!storyPhoto) return null
  return (
    <Photo
      image={storyPhoto}
      alt=""
      sizes="(min-width: 1400px) 42rem, 48vw"
      className="sticky top-26 hidden aspect-5/4 self-start rounded-lg lg:block"
    />
  )
}
