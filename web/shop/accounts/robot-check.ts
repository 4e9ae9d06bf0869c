import { useEffect, useRef, useState } from 'react'
import type { RobotCheckSetup } from '#contract/robot-check.ts'
import { TEXT } from '#contract/texts.ts'
import type { FormProblem } from '#web/forms/problems.ts'
import { ROBOT_CHECK } from '#web/texts/account.ts'
import { useRobotChallengeMutation, useRobotSetupQuery } from './robotCheckApi.ts'

/** The value to send with a form, or the error that prevents sending. */
type Answer = { robotCheck: string | undefined } | { problem: FormProblem }

export type RobotCheck = ReturnType<typeof useRobotCheck>

/**
 * The robot check of a form of another page than those of accounts: the shop's own also where Google's is configured,
 * whose script may not run there.
 */
export const useOwnRobotCheck = (isAsked = true) => useRobotCheck(isAsked, true)

/**
 * The robot check of an account's form, once `isAsked`. `prepare` starts the work early; `answer` returns the solution on
 * submit; `renew` gets a new challenge after a failed submit, since each is valid once.
 */
export function useRobotCheck(isAsked = true, isOwn = false) {
  const query = useRobotSetupQuery(undefined, { skip: !isAsked })
  const { data, refetch } = query
  const setup: RobotCheckSetup | undefined = isOwn && data?.provider === 'recaptcha' ? { provider: 'altcha' } : data
  const ownCheck = useOwnCheck()
  const [isTicked, setTicked] = useState(false)
  const [token, setToken] = useState('')
  const [round, setRound] = useState(0)

  const prepare = () => {
    if (setup?.provider === 'altcha') ownCheck.begin()
  }
  return {
    setup,
    query,
    isAsked,
    isTicked,
    state: ownCheck.state,
    /** A solution of Google's widget is valid once. */
    round,
    setToken,
    prepare,
    tick(isWanted: boolean) {
      setTicked(isWanted)
      if (isWanted) prepare()
    },
    async answer(): Promise<Answer> {
      if (!isAsked || setup?.provider === 'off') return { robotCheck: undefined }
      if (!setup) {
        refetch()
        return { problem: problem(ROBOT_CHECK.unavailable) }
      }
      const isDone = setup.provider === 'altcha' ? isTicked : token
      if (!isDone) return { problem: problem(TEXT.completeRobotCheck) }
      const robotCheck = setup.provider === 'altcha' ? await ownCheck.solution() : token
      return robotCheck ? { robotCheck } : { problem: problem(ROBOT_CHECK.unavailable) }
    },
    renew() {
      ownCheck.restart()
      setToken('')
      setRound(round + 1)
    },
  }
}

const problem = (message: string): FormProblem => ({ message, fields: { robotCheck: message } })

/** Older solutions are not sent: the shop accepts them for twenty minutes. */
const KEEPS_MS = 15 * 60_000

type Work = { solution: Promise<string | null>; since: number }

/** The shop's own check, which the browser solves by computing. */
function useOwnCheck() {
  const [ask] = useRobotChallengeMutation()
  const [state, setState] = useState<'idle' | 'working' | 'solved' | 'failed'>('idle')
  const work = useRef<Work | null>(null)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])

  const attempt = async () => {
    leaving.current ??= new AbortController()
    try {
      const [challenge, { solveChallenge }] = await Promise.all([ask().unwrap(), import('./altcha.ts')])
      const solution = await solveChallenge(challenge, leaving.current.signal)
      setState('solved')
      return solution
    } catch {
      work.current = null
      setState('failed')
      return null
    }
  }
  const begin = () => {
    if (work.current && Date.now() - work.current.since < KEEPS_MS) return work.current
    setState('working')
    work.current = { solution: attempt(), since: Date.now() }
    return work.current
  }
  return {
    state,
    begin,
    /** Resolves to the solution, or to null when there is none. */
    solution: () => begin().solution,
    restart() {
      if (!work.current) return
      work.current = null
      begin()
    },
  }
}
