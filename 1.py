import asyncio
import tablier

match = tablier.Match(tablier.Game("orbital")).play("Ba1")
with tablier.connect("tablier engine orbital", options={"Hash": 16}) as engine:
    print(engine.name, engine.choose(match, time=0.1))
    for analysis in engine.analyse(match, nodes=5000, lines=2):
        print(analysis.best, f"{analysis.score:+.2f}")

async def both():
    async with await tablier.connect_async("tablier engine orbital") as engine:
        print(await engine.choose(match, nodes=1000))      # analyse() is for `async for`

asyncio.run(both())
