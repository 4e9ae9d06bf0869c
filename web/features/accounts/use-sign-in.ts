import { useState } from 'react'
import type { FormProblem } from '../../forms/problems.ts'
import { useLoginMutation } from './accountsApi.ts'
import { useRobotCheck } from './robot-check.ts'
import { refusalOf } from './validation.ts'

/** Signing in from a form: `signIn` answers why it was refused, and `robot` is the check that this may ask for. */
export function useSignIn() {
  const [login] = useLoginMutation()
  const [isGuessed, setGuessed] = useState(false)
  const robot = useRobotCheck(isGuessed)
  async function signIn(credentials: { email: string; password: string }): Promise<FormProblem | null> {
    const answer = await robot.answer()
    if ('problem' in answer) return answer.problem
    const { error } = await login({ ...credentials, ...answer })
    if (!error) return null
    const refusal = refusalOf(error)
    // After several wrong passwords, of this account or from this network.
    if (refusal.code === 'robot_check_required') setGuessed(true)
    robot.renew()
    return refusal
  }
  return { robot, signIn }
}
