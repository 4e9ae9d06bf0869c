export declare const PROGRAM: string
export declare const FLAGS: string[]
export declare const MEMORY: Record<string, string>
export declare function shopEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv
