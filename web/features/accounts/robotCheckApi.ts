import type { RobotChallenge, RobotCheckSetup } from '#contract/robot-check.ts'
import { api, decoded } from '../../api.ts'

const robotsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The configured robot check. */
    robotSetup: build.query<RobotCheckSetup, void>({
      query: () => ({ url: '/api/users/robot-check', isAnonymous: true }),
      transformResponse: decoded('RobotCheckSetup'),
    }),
    /** A new challenge. It is a mutation, because each challenge is valid once. */
    robotChallenge: build.mutation<RobotChallenge, void>({
      query: () => ({ url: '/api/users/robot-check/challenge', isAnonymous: true }),
      transformResponse: decoded('RobotChallenge'),
    }),
  }),
})

export const { useRobotSetupQuery, useRobotChallengeMutation } = robotsApi
