import { useState } from 'react'
import type { FormProblem } from '#web/forms/problems.ts'
import { useAppSelector } from '#web/shop/visitor/store.ts'
import { useLoginMutation } from './accountsApi.ts'
import { useRobotCheck } from './robot-check.ts'
import { formProblemOf } from './validation.ts'

/** Signs in from a form: `signIn` returns the problem or null; `robot` is the robot check that it may require. */
export function useSignIn() {
  const [login] = useLoginMutation()
  const [isGuessed, setGuessed] = useState(false)
  const renews = useAppSelector(({ session }) => session.user?.token)
  const robot = useRobotCheck(isGuessed)
  async function signIn(credentials: {
    email: string
    password: string
    isTrusted?: boolean
  }): Promise<FormProblem | null> {
    const answer = await robot.answer()
    if ('problem' in answer) return answer.problem
    const { error } = await login({ ...credentials, ...answer, renews })
    if (!error) return null
    const refusal = formProblemOf(error)
    // After several wrong passwords for this account or from this network.
    if (refusal.code === 'robot_check_required') setGuessed(true)
    robot.renew()
    return refusal
  }
  return { robot, signIn }
}
