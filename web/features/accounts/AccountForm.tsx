import type { ReactNode } from 'react'
import { Alert } from '../../ui/Alert.tsx'
import { InView } from '../../ui/InView.tsx'
import type { FormProblem } from './validation.ts'

type Props = {
  title: string
  lead: string
  problem: FormProblem | null
  onDismiss(): void
  /** Good news, if there are any. */
  notice?: ReactNode
  children: ReactNode
}

/** The narrow page on which one signs in, creates an account or gets a new password. */
export const AccountForm = ({ title, lead, problem, onDismiss, notice, children }: Props) => (
  <div className="mx-auto grid w-full max-w-md gap-6 px-5 py-12 md:py-20">
    <header className="grid gap-2 text-center">
      <h1>{title}</h1>
      <p className="text-muted">{lead}</p>
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
)
