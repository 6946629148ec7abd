from __future__ import annotations
import pytest
from tests.database import Desk
from tests.properties.histories import *
from tests.properties.storyteller import Story
T=Target(index=0,questioned=False)
def hob(c,s=0,e=None,**k): return Add(content=c,start=s,end=e,entity="anna",category="hobby",**k)
H={
"a":(hob("chess"),Update(target=T,content="Go",start=None,end=None),hob("chess")),
"b":(hob("chess"),Update(target=T,content="Go",start=None,end=None),hob("Go",2)),
"c":(hob("chess"),hob("Go",3),Update(target=T,content="Go",start=None,end=None),hob("Go",5)),
"d":(hob("chess"),hob("Go",3),Update(target=T,content="Go",start=None,end=None),Retract(target=T)),
"e":(Add(content="x",start=0,end=None,entity=None,category=None),Update(target=T,content="y",start=None,end=None),Add(content="x",start=0,end=None,entity=None,category=None),Add(content="y",start=0,end=None,entity=None,category=None)),
}
@pytest.mark.parametrize("k",list(H))
async def test_try(desk: Desk,k) -> None:
    story = await Story.begin(desk, H[k])
    story.compare()
